-- list, all
select *
  from "trusts"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "trusts"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "trusts"
  where "trusts"."id" in (?)
  limit 100000;
select *
  from "trusts"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "trusts"
  where "trusts"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "trusts"
  where "trusts"."id" in (?)
  limit 100000;

-- plainById
select *
  from "trusts"
  where "trusts"."id" in (?, ?)
  limit 100000;

-- insert
insert into "trusts" ("id", "trustor_user_id", "trustee_user_id", "project_id", "impersonation", "expires_at", "remaining_uses", "redelegated_trust_id", "redelegation_count", "extra")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "trusts"
  set "trustor_user_id" = ?, "trustee_user_id" = ?, "project_id" = ?, "impersonation" = ?, "expires_at" = ?, "remaining_uses" = ?, "redelegated_trust_id" = ?, "redelegation_count" = ?, "extra" = ?
  where id = ?
  returning *;

-- delete
delete
  from "trusts"
  where "id" = ?;
