-- numaCells
select "id", "host", "node", "numa_topology"
  from "compute_nodes"
  where "id" in (?, ?)
  and "numa_topology" is not null
  order by "id";
select "host", "node", "topology"
  from "numa_claims"
  where "host" in (?)
  order by "host", "holder_id";
/* SyntaxError */
