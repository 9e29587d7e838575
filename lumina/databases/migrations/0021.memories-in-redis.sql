-- Every minute is asked whose memories lie in Redis; by tier alone the whole table was read.
-- depends: 0020.rewrites

create index memories_in_redis on memories (person) where tier = 'redis';
