-- dueFlows
select "id"
  from "flows"
  where "wake_at" <= ?
  and "name" in (?, ?)
  and ("lease_expires_at" is null or "lease_expires_at" <= ?)
  order by "wake_at", "id"
  limit 10;

-- nextDueAt
select min("wake_at") as "at"
  from "flows"
  where "wake_at" > ?
  and "name" in (?, ?);
select min("lease_expires_at") as "at"
  from "flows"
  where "wake_at" > ?
  and "lease_owner" is not null
  and "lease_owner" != ?
  and "name" in (?, ?);

-- countActive
select count(*) as "count"
  from "flows"
  where "wake_at" > ?
  and "name" in (?, ?);
