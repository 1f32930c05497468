-- list, all
select *
  from "policies"
  where 1 = 1
  limit 100000;
select *
  from "bandwidth_limit_rules"
  where "bandwidth_limit_rules"."qos_policy_id" in (?)
  limit 100000;
select *
  from "dscp_marking_rules"
  where "dscp_marking_rules"."qos_policy_id" in (?)
  limit 100000;
select *
  from "minimum_bandwidth_rules"
  where "minimum_bandwidth_rules"."qos_policy_id" in (?)
  limit 100000;
select *
  from "packet_rate_limit_rules"
  where "packet_rate_limit_rules"."qos_policy_id" in (?)
  limit 100000;
select *
  from "minimum_packet_rate_rules"
  where "minimum_packet_rate_rules"."qos_policy_id" in (?)
  limit 100000;
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- list, of a project
select *
  from "policies"
  where ("policies"."project_id" = ? or "policies"."shared" = 1 or "policies"."id" in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?)
      and target_tenant in (?, ?)))
  limit 100000;

-- list, a page after a marker
select *
  from "policies"
  where "policies"."id" in (?)
  limit 100000;
select *
  from "policies"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select *
  from "bandwidth_limit_rules"
  where "bandwidth_limit_rules"."qos_policy_id" in (?)
  limit 100000;
select *
  from "dscp_marking_rules"
  where "dscp_marking_rules"."qos_policy_id" in (?)
  limit 100000;
select *
  from "minimum_bandwidth_rules"
  where "minimum_bandwidth_rules"."qos_policy_id" in (?)
  limit 100000;
select *
  from "packet_rate_limit_rules"
  where "packet_rate_limit_rules"."qos_policy_id" in (?)
  limit 100000;
select *
  from "minimum_packet_rate_rules"
  where "minimum_packet_rate_rules"."qos_policy_id" in (?)
  limit 100000;
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- get
select *
  from "policies"
  where "policies"."id" in (?)
  and ("policies"."project_id" = ? or "policies"."shared" = 1 or "policies"."id" in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?)
      and target_tenant in (?, ?)))
  limit 100000;

-- plain
select *
  from "policies"
  where "policies"."id" in (?)
  limit 100000;

-- plainById
select *
  from "policies"
  where "policies"."id" in (?, ?)
  limit 100000;

-- insert
insert into "policies" ("id", "project_id", "revision_number", "created_at", "updated_at", "name", "description", "shared", "is_default")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "policies"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "name" = ?, "description" = ?, "shared" = ?, "is_default" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "tags"
  where "resource_id" = ?;
delete
  from "policies"
  where "id" = ?;
