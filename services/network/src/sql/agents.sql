-- wiringAgentsOn
select *
  from "agents"
  where "host" = ?
  and "admin_state_up" = ?
  and "heartbeat_timestamp" >= ?
  and "agent_type" not in (?, ?, ?, ?)
  order by "id";

-- nicSwitchAgentsOn
select *
  from "agents"
  where "host" = ?
  and "admin_state_up" = ?
  and "heartbeat_timestamp" >= ?
  and "agent_type" = ?
  order by "id";

-- allAgents
select *
  from "agents"
  order by "id"
  limit 100000;

-- agentById
select *
  from "agents"
  where "id" = ?;

-- dhcpAgents
select *
  from "agents"
  where "agent_type" = ?
  limit 100000;

-- l3Agents
select *
  from "agents"
  where "agent_type" = ?
  limit 100000;

-- reportAgent
update "agents"
  set "agent_type" = ?, "binary" = ?, "topic" = ?, "host" = ?, "configurations" = ?, "vif_type" = ?, "started_at" = ?, "availability_zone" = ?, "resources_synced" = case when ("configurations" = ?
    and "started_at" = ?) then "resources_synced" else null end, "heartbeat_timestamp" = ?
  where "agent_type" = ?
  and "host" = ?;

-- l2Reaches
select "host", "configurations"
  from "agents"
  where "agent_type" not in (?, ?, ?, ?)
  order by "host"
  limit 100000;

-- agentsToSync
select *
  from "agents"
  where "resources_synced" = ?
  and "heartbeat_timestamp" >= ?
  order by "id"
  limit 100000;

-- markSynced
update "agents"
  set "resources_synced" = ?
  where ("id" = ?
    and "configurations" = ?
    and "started_at" = ?);

-- updateAgent
update "agents"
  set "admin_state_up" = ?
  where "id" = ?
  returning *;

-- deleteAgent
delete
  from "agents"
  where "id" = ?
  returning "id";
