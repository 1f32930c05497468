-- bindPolicy
insert into "policy_associations" ("place", "policy_id", "endpoint_id", "service_id", "region_id")
  values (?, ?, ?, ?, ?)
  on conflict ("place") do update
  set "policy_id" = ?;

-- policyIdAt
select "policy_id"
  from "policy_associations"
  where "place" = ?;

-- unbindPolicy
delete
  from "policy_associations"
  where "place" = ?
  and "policy_id" = ?;
