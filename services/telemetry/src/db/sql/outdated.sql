-- removeOldEvents
delete
  from "events"
  where "position" in (select "position"
    from "events"
    order by "position"
    limit 10)
  and "generated" < ?;

-- removeOldSamples
delete
  from "samples"
  where "position" in (select "position"
    from "samples"
    order by "position"
    limit 10)
  and "recorded_at" < ?;
