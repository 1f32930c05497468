-- livingAccessToken
select *
  from "oauth_access_tokens"
  where "oauth_access_tokens"."id" in (?)
  limit 100000;
