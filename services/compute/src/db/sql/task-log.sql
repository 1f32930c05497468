-- begin
insert into "task_log" ("task_name", "period_beginning", "period_ending", "host", "state", "message", "task_items", "errors")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- finish
update "task_log"
  set "message" = ?, "task_items" = ?, "state" = ?
  where "task_name" = ?
  and "period_beginning" = ?
  and "period_ending" = ?
  and "host" = ?;

-- ofPeriod
select *
  from "task_log"
  where "task_name" = ?
  and "period_beginning" = ?
  and "period_ending" = ?
  order by "host"
  limit 10000;
