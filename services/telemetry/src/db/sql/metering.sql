-- insertEvents
insert into "events" ("message_id", "event_type", "generated", "project_id", "user_id", "resource_id", "traits")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict ("message_id") do nothing
  returning "message_id";

-- listEvents
select *
  from "events"
  where (project_id = ?)
  order by "position"
  limit 10;

-- eventTypes
select distinct "event_type"
  from "events"
  where 1 = 1
  order by "event_type"
  limit 10;

-- insertSamples
insert into "samples" ("id", "meter", "type", "unit", "volume", "user_id", "project_id", "resource_id", "timestamp", "recorded_at", "source", "metadata")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;

-- listSamples
select *
  from "samples"
  where (project_id = ?)
  order by "timestamp" desc, "position" desc
  limit 10;

-- listVolumes
select "timestamp", "volume", "unit", "resource_id", "project_id", "user_id", "source"
  from "samples"
  where (project_id = ?)
  order by "position"
  limit 200001;

-- lastSamples
select *
  from "samples"
  where "position" in (select max("position") as "position"
    from "samples"
    where (project_id = ?)
    group by "meter", "resource_id")
  order by "resource_id", "meter"
  limit 10;

-- spansOfResources
select "resource_id", min("timestamp") as "first", max("timestamp") as "last"
  from "samples"
  where "resource_id" in (?, ?)
  and (project_id = ?)
  group by "resource_id";

-- endUses
update "uses"
  set "ended_at" = case when (kind = ?
    and resource_id = ?) then cast(? as bigint) when (kind = ?
    and resource_id = ?) then cast(? as bigint) end
  where ((kind = ?
      and resource_id = ?)
    and (ended_at is null or ended_at > ?) or (kind = ?
      and resource_id = ?)
    and (ended_at is null or ended_at > ?));

-- beginUses
insert into "uses" ("kind", "resource_id", "project_id", "detail", "quantity", "begun_at", "ended_at")
  values (?, ?, ?, ?, ?, ?, ?);

-- usesBetween
select *
  from "uses"
  where "begun_at" < ?
  and ("ended_at" is null or "ended_at" > ?)
  order by "position"
  limit 200001;
select *
  from "uses"
  where "begun_at" < ?
  and ("ended_at" is null or "ended_at" > ?)
  and "project_id" = ?
  order by "position"
  limit 200001;

-- keepPublications
insert into "published" ("publication")
  values (?);

-- publicationsWaiting
select *
  from "published"
  order by "position"
  limit 100;

-- removePublications
delete
  from "published"
  where "position" in (?, ?);
