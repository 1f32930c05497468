-- livingTrust
select *
  from "trusts"
  where "trusts"."id" in (?)
  limit 100000;

-- ancestorsOf
select *
  from "trusts"
  where "trusts"."id" in (?)
  limit 100000;

-- roleIdsOfTrust
select "role_id"
  from "trust_roles"
  where "trust_id" = ?
  order by "role_id"
  limit 1000;

-- insertTrust
insert into "trusts" ("id", "trustor_user_id", "trustee_user_id", "project_id", "impersonation", "expires_at", "remaining_uses", "redelegated_trust_id", "redelegation_count", "extra")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;
insert into "trust_roles" ("trust_id", "role_id")
  values (?, ?), (?, ?);

-- takeUse
update "trusts"
  set "remaining_uses" = "remaining_uses" - ?
  where "id" = ?
  and "remaining_uses" > ?;

-- purgeTrusts
delete
  from "trusts"
  where "expires_at" <= ?;
