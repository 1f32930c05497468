-- find
select *
  from "login_records"
  where "user_id" = ?;

-- findMany
select *
  from "login_records"
  where "user_id" in (?, ?)
  order by "user_id"
  limit 2;

-- countFailure
insert into "login_records" ("failed_attempts", "last_failed_at", "last_active_on", "user_id")
  values (?, ?, ?, ?)
  on conflict ("user_id") do update
  set "failed_attempts" = "login_records"."failed_attempts" + ?, "last_failed_at" = ?;

-- forgetFailures
update "login_records"
  set "failed_attempts" = ?
  where "user_id" = ?;

-- noteActive
insert into "login_records" ("failed_attempts", "last_failed_at", "last_active_on", "user_id")
  values (?, ?, ?, ?)
  on conflict ("user_id") do update
  set "last_active_on" = ?;
