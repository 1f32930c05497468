-- rulesOfGroups
select *
  from "security_group_rules"
  where "security_group_rules"."security_group_id" in (?, ?)
  limit 100000;

-- shownRulesOfGroups
select *
  from "security_group_rules"
  where "security_group_rules"."security_group_id" in (?, ?)
  limit 100000;

-- ofDefaultGroups
select "security_group_rules"."id"
  from "security_group_rules"
  inner join "security_groups" on "security_groups"."id" = "security_group_rules"."security_group_id"
  where "security_group_rules"."id" in (?, ?)
  and "default_of" is not null;

-- ruleByIdentity
select "id"
  from "security_group_rules"
  where "security_group_id" = ?
  and "identity" = ?;
