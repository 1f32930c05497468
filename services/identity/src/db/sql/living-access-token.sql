-- livingAccessToken
select *
  from "oauth_access_tokens"
  where "oauth_access_tokens"."id" in (?)
  order by "id" asc
  limit 100000;
