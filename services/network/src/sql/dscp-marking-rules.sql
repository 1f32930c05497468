-- list, all
select *
  from "dscp_marking_rules"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "dscp_marking_rules"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "dscp_marking_rules"
  where "dscp_marking_rules"."id" in (?)
  limit 100000;
select *
  from "dscp_marking_rules"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "dscp_marking_rules"
  where "dscp_marking_rules"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "dscp_marking_rules" join (select id as parent_id, "project_id" as "ext_parent:project_id"
    from "policies") as parent on parent_id = "dscp_marking_rules"."qos_policy_id"
  where "dscp_marking_rules"."id" in (?)
  limit 100000;

-- plainById
select *
  from "dscp_marking_rules"
  where "dscp_marking_rules"."id" in (?, ?)
  limit 100000;

-- insert
insert into "dscp_marking_rules" ("id", "qos_policy_id", "dscp_mark")
  values (?, ?, ?)
  on conflict do nothing;

-- update
update "dscp_marking_rules"
  set "qos_policy_id" = ?, "dscp_mark" = ?
  where id = ?
  returning *;

-- delete
delete
  from "dscp_marking_rules"
  where "id" = ?;
