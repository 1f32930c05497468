-- allPolicies
select *
  from "archive_policies"
  order by "name"
  limit 10000;

-- findPolicy
select *
  from "archive_policies"
  where "name" = ?;

-- insertPolicy
insert into "archive_policies" ("name", "back_window", "levels", "methods")
  values (?, ?, ?, ?)
  on conflict ("name") do nothing;

-- replacePolicy
update "archive_policies"
  set "name" = ?, "back_window" = ?, "levels" = ?, "methods" = ?
  where "name" = ?;

-- isPolicyUsed
select "archive_policy_name" as "name"
  from "metrics"
  where "archive_policy_name" = ?
  limit 1;
select "archive_policy_name" as "name"
  from "archive_policy_rules"
  where "archive_policy_name" = ?
  limit 1;

-- deletePolicy
delete
  from "archive_policies"
  where "name" = ?;

-- allRules
select *
  from "archive_policy_rules"
  order by "metric_pattern" desc, "name"
  limit 10000;

-- findRule
select *
  from "archive_policy_rules"
  where "name" = ?;

-- insertRule
insert into "archive_policy_rules" ("name", "metric_pattern", "archive_policy_name")
  values (?, ?, ?)
  on conflict ("name") do nothing;

-- deleteRule
delete
  from "archive_policy_rules"
  where "name" = ?;

-- renameRule
update "archive_policy_rules"
  set "name" = ?
  where "name" = ?;
