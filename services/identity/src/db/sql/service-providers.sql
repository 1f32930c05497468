-- list, all
select *
  from "service_providers"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "service_providers"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "service_providers"
  where "service_providers"."id" in (?)
  limit 100000;
select *
  from "service_providers"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "service_providers"
  where "service_providers"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "service_providers"
  where "service_providers"."id" in (?)
  limit 100000;

-- plainById
select *
  from "service_providers"
  where "service_providers"."id" in (?, ?)
  limit 100000;

-- insert
insert into "service_providers" ("id", "enabled", "description", "auth_url", "sp_url", "relay_state_prefix")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "service_providers"
  set "enabled" = ?, "description" = ?, "auth_url" = ?, "sp_url" = ?, "relay_state_prefix" = ?
  where id = ?
  returning *;

-- delete
delete
  from "service_providers"
  where "id" = ?;
