-- reportEngine
insert into "engines" ("id", "hostname", "host", "started_at", "seen_at")
  values (?, ?, ?, ?, ?)
  on conflict ("id") do update
  set "seen_at" = ?;

-- enginesOf
select *
  from "engines"
  order by "started_at"
  limit 1000;

-- forgetEngines
delete
  from "engines"
  where "seen_at" < ?;
