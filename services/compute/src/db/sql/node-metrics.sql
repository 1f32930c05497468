-- nodeMetrics
select "id", "metrics"
  from "compute_nodes"
  where "id" in (?, ?)
  and "metrics" is not null
  order by "id";
