-- What came into the first tier lately is looked for there each minute, and no more all of it.
-- depends: 0056.migration-reach

create index memories_new_in_redis on memories (nr) where tier = 'redis';

insert into migration_reach (migration, oldest) values ('0057.new-in-redis', '0056.migration-reach');
