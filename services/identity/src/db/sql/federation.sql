-- protocolOf
select *
  from "federation_protocols"
  where "idp_id" = ?
  and "id" = ?;

-- protocolsOf
select *
  from "federation_protocols"
  where "idp_id" = ?
  order by "id"
  limit 1000;

-- insertProtocol
insert into "federation_protocols" ("id", "idp_id", "mapping_id", "remote_id_attribute")
  values (?, ?, ?, ?)
  on conflict do nothing;

-- updateProtocol
update "federation_protocols"
  set "mapping_id" = ?, "remote_id_attribute" = ?
  where "idp_id" = ?
  and "id" = ?;

-- deleteProtocol
delete
  from "federation_protocols"
  where "idp_id" = ?
  and "id" = ?;

-- federatedUserId
select "user_id"
  from "federated_users"
  where "idp_id" = ?
  and "protocol_id" = ?
  and "unique_id" = ?;

-- addFederatedUser
insert into "federated_users" ("idp_id", "protocol_id", "unique_id", "user_id")
  values (?, ?, ?, ?);

-- replaceMemberships
delete
  from "federated_memberships"
  where "user_id" = ?
  and "idp_id" = ?;
insert into "federated_memberships" ("user_id", "idp_id", "group_id", "expires_at")
  values (?, ?, ?, ?), (?, ?, ?, ?);

-- federatedGroupIds
select "group_id"
  from "federated_memberships"
  where "user_id" = ?
  and "expires_at" > ?
  order by "group_id"
  limit 1000;

-- purgeMemberships
delete
  from "federated_memberships"
  where "expires_at" <= ?;
