-- list, all
select *
  from "mappings"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "mappings"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "mappings"
  where "mappings"."id" in (?)
  limit 100000;
select *
  from "mappings"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "mappings"
  where "mappings"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "mappings"
  where "mappings"."id" in (?)
  limit 100000;

-- plainById
select *
  from "mappings"
  where "mappings"."id" in (?, ?)
  limit 100000;

-- insert
insert into "mappings" ("id", "rules", "schema_version")
  values (?, ?, ?)
  on conflict do nothing;

-- update
update "mappings"
  set "rules" = ?, "schema_version" = ?
  where id = ?
  returning *;

-- delete
delete
  from "mappings"
  where "id" = ?;
