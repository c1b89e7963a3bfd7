// The official TypeScript SDK as a client that reads resources and prompts, and
// is told of changes: reads what to do from standard input and writes what it
// saw of the server to standard output, both as JSON.
//
// In:  {"server": {"command", "args", "cwd"} or {"url"}, "file", "text"}
// Out: {"resources", "guide", "prompts", "orientation", "missing", "updated", "found", "again"}
//
// The file is what it changes, by adding the text, so as to be told.
import { appendFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

const { server, file, text: added } = JSON.parse(await text(process.stdin));
const client = new Client({ name: 'codex', version: '1' }, { capabilities: {} });
const updated = new Promise((told) => client.setNotificationHandler(ResourceUpdatedNotificationSchema, (n) => told(n.params.uri)));
const changed = new Promise((told) => client.setNotificationHandler(ToolListChangedNotificationSchema, () => told()));
await client.connect(
  server.url
    ? new StreamableHTTPClientTransport(new URL(server.url))
    : new StdioClientTransport({ ...server, env: process.env, stderr: 'inherit' }),
);
const seen = {};
seen.resources = [
  ...(await client.listResources()).resources.map((r) => r.uri),
  ...(await client.listResourceTemplates()).resourceTemplates.map((r) => r.uriTemplate),
];
seen.guide = (await client.readResource({ uri: 'gortex://guide' })).contents[0].text;
seen.prompts = (await client.listPrompts()).prompts.map((p) => p.name);
seen.orientation = (await client.getPrompt({ name: 'orientation' })).messages[0].content.text;
seen.missing = await client.readResource({ uri: 'gortex://nope' }).then(() => 0, (e) => e.code);
await client.subscribeResource({ uri: 'gortex://stats' });
appendFileSync(file, added);
seen.updated = await updated;
seen.found = (await client.callTool({ name: 'tools_search', arguments: { query: 'select:get_recent_changes' } })).content[0].text;
await changed;
seen.again = (await client.listTools()).tools.map((t) => t.name);
await client.close();
process.stdout.write(JSON.stringify(seen));
