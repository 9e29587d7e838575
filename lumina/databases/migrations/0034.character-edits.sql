-- What an operator made of the characters, whose files stay as they are.
-- depends: 0033.images

create table character_edits (
    character text primary key,
    edits jsonb not null
);
