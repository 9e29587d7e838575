-- What is kept of a person is sealed with the person's key: 'LS1', a nonce, and what AES-256-GCM makes of it. From here on
-- nobody writes anything else; what an older version wrote is sealed as the folder is opened (sealing_postgres.py), and
-- then each check is validated.
-- depends: 0034.character-edits

-- A gist, or whole: the body does not tell it any more. (What a packed gist ends with, where it has no entries.)
alter table longterm add column detail text not null default 'full';
update longterm set detail = 'gist' where substring(body from length(body) - 5) = '\xa46769737490';

alter table longterm add constraint longterm_sealed check (substring(body for 3) = 'LS1') not valid;
alter table entries add constraint entries_sealed check (body is null or substring(body for 3) = 'LS1') not valid;
alter table archive add constraint archive_sealed check (substring(body for 3) = 'LS1') not valid;
alter table memories add constraint memories_sealed check (
    (content is null or substring(content for 3) = 'LS1')
    and (edited is null or edited = '' or substring(edited for 3) = 'LS1')) not valid;
alter table claims add constraint claims_sealed check (substring(body for 3) = 'LS1') not valid;
alter table notifications add constraint notifications_sealed check (substring(body for 3) = 'LS1') not valid;
alter table summaries add constraint summaries_sealed check (substring(body for 3) = 'LS1') not valid;
alter table images add constraint images_sealed check (
    substring(about for 3) = 'LS1' and substring(content for 3) = 'LS1') not valid;
