-- list, all
select *
  from "port_associations"
  where 1 = 1
  limit 100000;
select "port_associations"."id" as "id", "ports"."binding_host_id" as "host"
  from "port_associations"
  inner join "ports" on "ports"."id" = "port_associations"."fixed_port_id"
  where "port_associations"."id" in (?);

-- list, of a project
select *
  from "port_associations"
  where port_associations.local_ip_id in ( select id
    from local_ips
    where project_id = ?)
  limit 100000;

-- list, a page after a marker
select *
  from "port_associations"
  where "port_associations"."id" in (?)
  limit 100000;
select *
  from "port_associations"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select "port_associations"."id" as "id", "ports"."binding_host_id" as "host"
  from "port_associations"
  inner join "ports" on "ports"."id" = "port_associations"."fixed_port_id"
  where "port_associations"."id" in (?);

-- get
select *
  from "port_associations"
  where "port_associations"."id" in (?)
  and port_associations.local_ip_id in ( select id
    from local_ips
    where project_id = ?)
  limit 100000;

-- plain
select *
  from "port_associations" join (select id as parent_id, "project_id" as "ext_parent:project_id"
    from "local_ips") as parent on parent_id = "port_associations"."local_ip_id"
  where "port_associations"."id" in (?)
  limit 100000;

-- plainById
select *
  from "port_associations"
  where "port_associations"."id" in (?, ?)
  limit 100000;

-- insert
insert into "port_associations" ("id", "local_ip_id", "local_ip_address", "fixed_port_id", "fixed_ip")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "port_associations"
  set "local_ip_id" = ?, "local_ip_address" = ?, "fixed_port_id" = ?, "fixed_ip" = ?
  where id = ?
  returning *;

-- delete
delete
  from "port_associations"
  where "id" = ?;
