-- isEmpty
select "position"
  from "notifications"
  order by "position"
  limit 1;

-- lease
insert into "notification_leases" ("name", "owner", "expires_at")
  values (?, ?, ?)
  on conflict ("name") do update
  set "owner" = ?, "expires_at" = ?
  where ("notification_leases"."owner" = ? or "notification_leases"."expires_at" <= ?);

-- release
delete
  from "notification_leases"
  where "name" = ?
  and "owner" = ?;

-- next
select *
  from "notifications"
  order by "position"
  limit 100;

-- remove
delete
  from "notifications"
  where "position" in (?);
