-- Where in its document a chunk stands, as an answer names it: a heading, or a page.
-- depends: 0018.troubles

alter table chunks add column place text not null default '';
