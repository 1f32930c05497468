-- reportedSegments
select *
  from "reported_segments"
  order by "segment_id"
  limit 100000;

-- recordSegment
insert into "reported_segments" ("segment_id", "written")
  values (?, ?)
  on conflict ("segment_id") do update
  set "written" = ?;

-- forgetSegment
delete
  from "reported_segments"
  where "segment_id" = ?;
