-- list, all
select *
  from "endpoint_groups"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "endpoint_groups"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "endpoint_groups"
  where "endpoint_groups"."id" in (?)
  limit 100000;
select *
  from "endpoint_groups"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "endpoint_groups"
  where "endpoint_groups"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "endpoint_groups"
  where "endpoint_groups"."id" in (?)
  limit 100000;

-- plainById
select *
  from "endpoint_groups"
  where "endpoint_groups"."id" in (?, ?)
  limit 100000;

-- insert
insert into "endpoint_groups" ("id", "name", "description", "filters")
  values (?, ?, ?, ?)
  on conflict do nothing;

-- update
update "endpoint_groups"
  set "name" = ?, "description" = ?, "filters" = ?
  where id = ?
  returning *;

-- delete
delete
  from "endpoint_groups"
  where "id" = ?;
