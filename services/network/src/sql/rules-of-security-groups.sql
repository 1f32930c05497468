-- rulesOfGroups
select *
  from "security_group_rules"
  where "security_group_rules"."security_group_id" in (?, ?)
  order by "id" asc
  limit 100000;

-- ruleByIdentity
select "id"
  from "security_group_rules"
  where "security_group_id" = ?
  and "identity" = ?;
