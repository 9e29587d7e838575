-- A moment is kept with the offset of the place where it was said: its month and its day are those of that place.
-- depends: 0004.job-runs

alter table turns add column zone integer not null default 0;  -- seconds east of UTC
