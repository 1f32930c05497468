-- forget
delete
  from "revocation_events"
  where "revoked_at" < ?;

-- add
insert into "revocation_events" ("id", "audit_id", "user_id", "project_id", "domain_id", "issued_before", "revoked_at")
  values (?, ?, ?, ?, ?, ?, ?);

-- has
select "id"
  from "revocation_events"
  where ("audit_id" = ? or ("user_id" = ?
      and "project_id" is null) or "project_id" = ? or "domain_id" in (?, ?))
  and "issued_before" >= ?
  limit 1;
select "id"
  from "revocation_events"
  where ("audit_id" = ? or ("user_id" = ?
      and "project_id" is null))
  and "issued_before" >= ?
  limit 1;

-- list
select *
  from "revocation_events"
  order by "revoked_at", "id"
  limit 10;
select *
  from "revocation_events"
  where "revoked_at" >= ?
  order by "revoked_at", "id"
  limit 10;
