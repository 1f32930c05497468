-- claimFlow
update "flows"
  set "lease_owner" = ?, "lease_expires_at" = ?, "revision" = "revision" + ?
  where "id" = ?
  and "name" in (?, ?)
  and "wake_at" <= ?
  and ("lease_expires_at" is null or "lease_expires_at" <= ?)
  returning *;

-- saveProgress
update "flows"
  set "state" = ?, "position" = ?, "lease_expires_at" = ?, "revision" = ?, "updated_at" = ?
  where "id" = ?
  and "lease_owner" = ?
  and "revision" = ?;
update "flows"
  set "state" = ?, "wake_at" = ?, "active_subject" = ?, "lease_owner" = ?, "lease_expires_at" = ?, "revision" = ?, "updated_at" = ?
  where "id" = ?
  and "lease_owner" = ?
  and "revision" = ?;

-- heldFlow
select *
  from "flows"
  where "id" = ?
  and "lease_owner" = ?;

-- releaseFlow
update "flows"
  set "lease_owner" = ?, "lease_expires_at" = ?, "wake_at" = ?, "revision" = "revision" + ?
  where "id" = ?
  and "lease_owner" = ?;

-- renewLeases
update "flows"
  set "lease_expires_at" = ?
  where "id" in (?)
  and "lease_owner" = ?
  returning "id", "cancelled";

-- holdsFlow
select "id"
  from "flows"
  where "id" = ?
  and "lease_owner" = ?;

-- endFormerLeases
select distinct "lease_owner"
  from "flows"
  where "lease_owner" is not null
  order by "lease_owner"
  limit 10000;
update "flows"
  set "lease_owner" = ?, "lease_expires_at" = ?, "revision" = "revision" + ?
  where "lease_owner" in (?);
