-- list, all
select *
  from "local_ips"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "local_ips"
  where "local_ips"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "local_ips"
  where "local_ips"."id" in (?)
  limit 100000;
select *
  from "local_ips"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "local_ips"
  where "local_ips"."id" in (?)
  and "local_ips"."project_id" = ?
  limit 100000;

-- plain
select *
  from "local_ips"
  where "local_ips"."id" in (?)
  limit 100000;

-- plainById
select *
  from "local_ips"
  where "local_ips"."id" in (?, ?)
  limit 100000;

-- insert
insert into "local_ips" ("id", "project_id", "revision_number", "created_at", "updated_at", "name", "description", "local_port_id", "network_id", "local_ip_address", "ip_mode")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "local_ips"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "name" = ?, "description" = ?, "local_port_id" = ?, "network_id" = ?, "local_ip_address" = ?, "ip_mode" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "local_ips"
  where "id" = ?;
