-- takenSegments
select "segmentation_id"
  from "segments"
  where "network_type" = ?
  and "physical_network" = ?
  and "segmentation_id" >= ?
  and "segmentation_id" <= ?
  order by "segmentation_id";
select "segmentation_id"
  from "segments"
  where "network_type" = ?
  and "physical_network" is null
  and "segmentation_id" >= ?
  and "segmentation_id" <= ?
  order by "segmentation_id";
