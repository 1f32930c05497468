-- requestedServer
select "spec", "request", "delete_requested_at"
  from "request_specs"
  left join "build_requests" on "build_requests"."server_id" = "request_specs"."server_id"
  where "request_specs"."server_id" = ?;
