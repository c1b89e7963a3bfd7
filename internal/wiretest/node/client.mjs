// The official TypeScript SDK as a client: reads what to do from standard input
// and writes what it saw of the server to standard output, both as JSON.
//
// In:  {"server": {"command", "args", "cwd"} or {"url"}, "names": [...], "steps": [{"tool", "arguments"}]}
// Out: {NAME: {"instructions", "tools": [...], "answers": [...], "again": [...]}}
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { server, names, steps } = JSON.parse(await text(process.stdin));

async function converse(name) {
  const client = new Client({ name, version: '1' }, { capabilities: {} });
  await client.connect(
    server.url
      ? new StreamableHTTPClientTransport(new URL(server.url))
      : new StdioClientTransport({ ...server, env: process.env, stderr: 'inherit' }),
  );
  try {
    const seen = { instructions: client.getInstructions() };
    seen.tools = (await client.listTools()).tools.map(({ name, inputSchema }) => ({ name, input_schema: inputSchema }));
    seen.answers = [];
    for (const step of steps) {
      const result = await client.callTool({ name: step.tool, arguments: step.arguments });
      seen.answers.push({ text: result.content[0].text, is_error: result.isError ?? false, facade: result._meta?.gortex_facade });
    }
    seen.again = (await client.listTools()).tools.map((tool) => tool.name);
    return seen;
  } finally {
    await client.close();
  }
}

const seen = {};
for (const name of names) {
  seen[name] = await converse(name);
}
process.stdout.write(JSON.stringify(seen));
