-- The role and the database of Broadsheet, for an administrator: psql -f ops/postgres.sql, with the password in the
-- environment variable BROADSHEET_DB_PASSWORD. The role is no superuser, and may make neither roles nor databases.
\set ON_ERROR_STOP on
\getenv password BROADSHEET_DB_PASSWORD
create role broadsheet login password :'password';
create role broadsheet_operator nologin; -- owns nothing: transactions of accounts run in it
grant broadsheet_operator to broadsheet;
create database broadsheet owner broadsheet template template0 encoding 'UTF8' locale 'C.UTF-8';
-- As Broadsheet sets them itself where no PgBouncer drops the settings of a connection.
alter role broadsheet in database broadsheet set statement_timeout = '15s';
alter role broadsheet in database broadsheet set jit = off;
