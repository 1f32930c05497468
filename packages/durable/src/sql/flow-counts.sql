-- flowCounts
select "name", "state", count(*) as "count", sum(case when "deadline_at" < ? then 1 else 0 end) as "late", sum(case when ("wake_at" < ?
      and ("lease_expires_at" is null or "lease_expires_at" < ?)) then 1 else 0 end) as "abandoned"
  from "flows"
  where "wake_at" > ?
  and "name" in (?, ?)
  group by "name", "state";
