-- listAlarms, SQLite
select *
  from "alarms"
  order by "id" asc
  limit 10;
select *
  from "alarms"
  where project_id = ?
  and (("id" > ?))
  order by "id" asc
  limit 10;

-- listAlarms, PostgreSQL
select *
  from "alarms"
  order by "id" asc
  limit $1;
select *
  from "alarms"
  where project_id = $1
  and (("id" > $2))
  order by "id" asc
  limit $3;

-- listChanges, SQLite
select *
  from "alarm_changes"
  where project_id = ?
  order by "position" desc
  limit 10;

-- listChanges, PostgreSQL
select *
  from "alarm_changes"
  where project_id = $1
  order by "position" desc
  limit $2;

-- findAlarm
select *
  from "alarms"
  where "id" = ?;

-- insertAlarm
insert into "alarms" ("id", "type", "name", "description", "enabled", "user_id", "project_id", "state", "state_reason", "severity", "timestamp", "state_timestamp", "evaluate_timestamp", "repeat_actions", "actions", "time_constraints", "rule", "counts")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- updateAlarm
update "alarms"
  set "state" = ?
  where "id" = ?;

-- deleteAlarm
delete
  from "alarm_actions"
  where "alarm_id" = ?;
delete
  from "alarms"
  where "id" = ?;

-- insertChange
insert into "alarm_changes" ("event_id", "alarm_id", "type", "detail", "user_id", "project_id", "on_behalf_of", "severity", "timestamp")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- countAlarms
select count(*) as "count"
  from "alarms"
  where "project_id" = ?;

-- alarmsDue, SQLite
select *
  from "alarms"
  where "enabled" = ?
  and "type" in (?)
  and "evaluate_timestamp" < ?
  order by "evaluate_timestamp", "id"
  limit 10;

-- alarmsDue, PostgreSQL
select *
  from "alarms"
  where "enabled" = $1
  and "type" in ($2)
  and "evaluate_timestamp" < $3
  order by "evaluate_timestamp", "id"
  limit $4;

-- claimAlarm
update "alarms"
  set "evaluate_timestamp" = ?
  where "id" = ?
  and "evaluate_timestamp" = ?;

-- eventAlarms, SQLite
select *
  from "alarms"
  where "enabled" = ?
  and "type" = ?
  and "project_id" = ?
  order by "id"
  limit 10;

-- eventAlarms, PostgreSQL
select *
  from "alarms"
  where "enabled" = $1
  and "type" = $2
  and "project_id" = $3
  order by "id"
  limit $4;
