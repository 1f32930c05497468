-- list, all
select *
  from "ndp_proxies"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "ndp_proxies"
  where "ndp_proxies"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "ndp_proxies"
  where "ndp_proxies"."id" in (?)
  limit 100000;
select *
  from "ndp_proxies"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "ndp_proxies"
  where "ndp_proxies"."id" in (?)
  and "ndp_proxies"."project_id" = ?
  limit 100000;

-- plain
select *
  from "ndp_proxies"
  where "ndp_proxies"."id" in (?)
  limit 100000;

-- plainById
select *
  from "ndp_proxies"
  where "ndp_proxies"."id" in (?, ?)
  limit 100000;

-- insert
insert into "ndp_proxies" ("id", "project_id", "revision_number", "created_at", "updated_at", "name", "description", "router_id", "port_id", "ip_address")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "ndp_proxies"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "name" = ?, "description" = ?, "router_id" = ?, "port_id" = ?, "ip_address" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "ndp_proxies"
  where "id" = ?;
