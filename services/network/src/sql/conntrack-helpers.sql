-- list, all
select *
  from "conntrack_helpers"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "conntrack_helpers"
  where conntrack_helpers.router_id in ( select id
    from routers
    where project_id = ?)
  limit 100000;

-- list, a page after a marker
select *
  from "conntrack_helpers"
  where "conntrack_helpers"."id" in (?)
  limit 100000;
select *
  from "conntrack_helpers"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "conntrack_helpers"
  where "conntrack_helpers"."id" in (?)
  and conntrack_helpers.router_id in ( select id
    from routers
    where project_id = ?)
  limit 100000;

-- plain
select *
  from "conntrack_helpers" join (select id as parent_id, "project_id" as "ext_parent:project_id"
    from "routers") as parent on parent_id = "conntrack_helpers"."router_id"
  where "conntrack_helpers"."id" in (?)
  limit 100000;

-- plainById
select *
  from "conntrack_helpers"
  where "conntrack_helpers"."id" in (?, ?)
  limit 100000;

-- insert
insert into "conntrack_helpers" ("id", "router_id", "protocol", "port", "helper")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "conntrack_helpers"
  set "router_id" = ?, "protocol" = ?, "port" = ?, "helper" = ?
  where id = ?
  returning *;

-- delete
delete
  from "conntrack_helpers"
  where "id" = ?;
