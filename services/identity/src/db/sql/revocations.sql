-- forget
delete
  from "revocation_events"
  where "revoked_at" < ?;

-- add
insert into "revocation_events" ("id", "audit_id", "user_id", "project_id", "domain_id", "issued_before", "revoked_at")
  values (?, ?, ?, ?, ?, ?, ?);

-- has, SQLite
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

-- has, PostgreSQL
select "id"
  from "revocation_events"
  where ("audit_id" = $1 or ("user_id" = $2
      and "project_id" is null) or "project_id" = $3 or "domain_id" in ($4, $5))
  and "issued_before" >= $6
  limit $7;
select "id"
  from "revocation_events"
  where ("audit_id" = $1 or ("user_id" = $2
      and "project_id" is null))
  and "issued_before" >= $3
  limit $4;

-- list, SQLite
select *
  from "revocation_events"
  order by "revoked_at", "id"
  limit 10;
select *
  from "revocation_events"
  where "revoked_at" >= ?
  order by "revoked_at", "id"
  limit 10;

-- list, PostgreSQL
select *
  from "revocation_events"
  order by "revoked_at", "id"
  limit $1;
select *
  from "revocation_events"
  where "revoked_at" >= $1
  order by "revoked_at", "id"
  limit $2;
