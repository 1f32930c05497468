-- list, all
select *
  from "port_forwardings"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "port_forwardings"
  where port_forwardings.floatingip_id in ( select id
    from floatingips
    where project_id = ?)
  limit 100000;

-- list, a page after a marker
select *
  from "port_forwardings"
  where "port_forwardings"."id" in (?)
  limit 100000;
select *
  from "port_forwardings"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "port_forwardings"
  where "port_forwardings"."id" in (?)
  and port_forwardings.floatingip_id in ( select id
    from floatingips
    where project_id = ?)
  limit 100000;

-- plain
select *
  from "port_forwardings" join (select id as parent_id, "project_id" as "ext_parent:project_id"
    from "floatingips") as parent on parent_id = "port_forwardings"."floatingip_id"
  where "port_forwardings"."id" in (?)
  limit 100000;

-- plainById
select *
  from "port_forwardings"
  where "port_forwardings"."id" in (?, ?)
  limit 100000;

-- insert
insert into "port_forwardings" ("id", "floatingip_id", "internal_port_id", "internal_ip_address", "internal_port", "external_port", "internal_port_range", "external_port_range", "protocol", "description")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "port_forwardings"
  set "floatingip_id" = ?, "internal_port_id" = ?, "internal_ip_address" = ?, "internal_port" = ?, "external_port" = ?, "internal_port_range" = ?, "external_port_range" = ?, "protocol" = ?, "description" = ?
  where id = ?
  returning *;

-- delete
delete
  from "port_forwardings"
  where "id" = ?;
