-- When each job ran last, and how it went.
-- depends: 0003.associations-and-knowledge

create table job_runs (
    name        text primary key,
    at          timestamptz not null,
    result      text not null
);
