-- signalFlow
select "id", "signals", "revision"
  from "flows"
  where "id" = ?
  and "state" in (?, ?);
update "flows"
  set "signals" = ?, "wake_at" = case when "state" = ? then ? else "wake_at" end, "revision" = ?
  where "id" = ?
  and "revision" = ?;
select "id", "signals", "revision"
  from "flows"
  where ("name" = ?
    and "active_subject" = ?)
  and "state" in (?, ?);
update "flows"
  set "signals" = ?, "wake_at" = case when "state" = ? then ? else "wake_at" end, "revision" = ?
  where "id" = ?
  and "revision" = ?;

-- cancelFlow
update "flows"
  set "cancelled" = coalesce("cancelled", ?), "wake_at" = case when "state" = ? then ? else "wake_at" end, "revision" = "revision" + ?
  where "id" = ?
  and "wake_at" is not null
  returning "id";
update "flows"
  set "cancelled" = coalesce("cancelled", ?), "wake_at" = case when "state" = ? then ? else "wake_at" end, "revision" = "revision" + ?
  where ("name" in (?)
    and "active_subject" = ?)
  and "wake_at" is not null
  returning "id";

-- cancelFlows
update "flows"
  set "cancelled" = coalesce("cancelled", ?), "wake_at" = case when "state" = ? then ? else "wake_at" end, "revision" = "revision" + ?
  where ("name" in (?, ?)
    and "active_subject" = ?)
  and "wake_at" is not null
  returning "id";
