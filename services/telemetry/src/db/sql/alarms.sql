-- listAlarms
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

-- listChanges
select *
  from "alarm_changes"
  where project_id = ?
  order by "position" desc
  limit 10;

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

-- removeOldChanges
delete
  from "alarm_changes"
  where "position" in (select "position"
    from "alarm_changes"
    order by "position"
    limit 10)
  and "timestamp" < ?;

-- countAlarms
select count(*) as "count"
  from "alarms"
  where "project_id" = ?;

-- alarmsDue
select *
  from "alarms"
  where "enabled" = ?
  and "type" in (?)
  and "evaluate_timestamp" < ?
  order by "evaluate_timestamp", "id"
  limit 10;

-- claimAlarm
update "alarms"
  set "evaluate_timestamp" = ?
  where "id" = ?
  and "evaluate_timestamp" = ?;

-- eventAlarms
select *
  from "alarms"
  where "enabled" = ?
  and "type" = ?
  and "project_id" = ?
  order by "id"
  limit 10000;
