-- list, all
select *
  from "routers"
  where 1 = 1
  limit 100000;
select *
  from "router_gateways"
  where "router_id" in (?)
  order by "position", "port_id";
select "port_id", "subnet_id", "ip_address"
  from "fixed_ips"
  where "port_id" in (?)
  order by "position";
select *
  from "router_gateways"
  where "router_id" in (?)
  order by "position", "port_id";
select "port_id", "subnet_id", "ip_address"
  from "fixed_ips"
  where "port_id" in (?)
  order by "position";
select distinct "router_id", "availability_zone"
  from "router_bindings"
  inner join "agents" on "agents"."host" = "router_bindings"."host"
  where "router_id" in (?)
  order by "availability_zone";
select *
  from "conntrack_helpers"
  where "router_id" in (?)
  order by "id";
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- list, of a project
select *
  from "routers"
  where "routers"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "routers"
  where "routers"."id" in (?)
  limit 100000;
select *
  from "routers"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select *
  from "router_gateways"
  where "router_id" in (?)
  order by "position", "port_id";
select "port_id", "subnet_id", "ip_address"
  from "fixed_ips"
  where "port_id" in (?)
  order by "position";
select *
  from "router_gateways"
  where "router_id" in (?)
  order by "position", "port_id";
select "port_id", "subnet_id", "ip_address"
  from "fixed_ips"
  where "port_id" in (?)
  order by "position";
select distinct "router_id", "availability_zone"
  from "router_bindings"
  inner join "agents" on "agents"."host" = "router_bindings"."host"
  where "router_id" in (?)
  order by "availability_zone";
select *
  from "conntrack_helpers"
  where "router_id" in (?)
  order by "id";
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- get
select *
  from "routers"
  where "routers"."id" in (?)
  and "routers"."project_id" = ?
  limit 100000;

-- plain
select *
  from "routers"
  where "routers"."id" in (?)
  limit 100000;

-- plainById
select *
  from "routers"
  where "routers"."id" in (?, ?)
  limit 100000;

-- insert
insert into "routers" ("id", "project_id", "revision_number", "created_at", "updated_at", "name", "description", "admin_state_up", "status", "routes", "distributed", "ha", "enable_ndp_proxy", "availability_zone_hints")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "routers"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "name" = ?, "description" = ?, "admin_state_up" = ?, "status" = ?, "routes" = ?, "distributed" = ?, "ha" = ?, "enable_ndp_proxy" = ?, "availability_zone_hints" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "tags"
  where "resource_id" = ?;
delete
  from "routers"
  where "id" = ?;
