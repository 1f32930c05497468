-- list, all
select *
  from "registered_limits"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "registered_limits"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "registered_limits"
  where "registered_limits"."id" in (?)
  limit 100000;
select *
  from "registered_limits"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "registered_limits"
  where "registered_limits"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "registered_limits"
  where "registered_limits"."id" in (?)
  limit 100000;

-- plainById
select *
  from "registered_limits"
  where "registered_limits"."id" in (?, ?)
  limit 100000;

-- insert
insert into "registered_limits" ("id", "service_id", "region_id", "resource_name", "default_limit", "description")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "registered_limits"
  set "service_id" = ?, "region_id" = ?, "resource_name" = ?, "default_limit" = ?, "description" = ?
  where id = ?
  returning *;

-- delete
delete
  from "registered_limits"
  where "id" = ?;
