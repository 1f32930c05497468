-- accessRulesOf
select "access_rule_id"
  from "application_credential_access_rules"
  where "application_credential_id" = ?
  order by "access_rule_id"
  limit 1000;
select *
  from "access_rules"
  where "access_rules"."id" in (?)
  limit 100000;

-- giveAccessRules
insert into "access_rules" ("id", "user_id", "service", "method", "path")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;
insert into "application_credential_access_rules" ("application_credential_id", "access_rule_id")
  values (?, ?);

-- isInUse
select "access_rule_id"
  from "application_credential_access_rules"
  where "access_rule_id" = ?
  limit 1;
