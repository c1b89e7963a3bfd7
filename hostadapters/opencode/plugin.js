// Tells the model what gortex knows about the code at hand. Written by
// "gortex install", which writes it anew; "gortex uninstall" takes it away.
import { execFile } from "node:child_process"

const program = "gortex"
const timeout = 5000 // milliseconds

// ask hands one event to gortex hook and gives what there is to say, "" when
// there is nothing or anything at all went wrong.
function ask(directory, event) {
  return new Promise((resolve) => {
    try {
      const child = execFile(program, ["hook", "--agent", "opencode"], { cwd: directory, timeout }, (error, stdout) => {
        try {
          resolve(error || !stdout.trim() ? "" : JSON.parse(stdout).additionalContext || "")
        } catch {
          resolve("")
        }
      })
      child.stdin.on("error", () => {})
      child.stdin.end(JSON.stringify({ cwd: directory, ...event }))
    } catch {
      resolve("")
    }
  })
}

export const Gortex = async ({ directory }) => {
  const greeted = new Set()
  return {
    "chat.message": async (input, output) => {
      const parts = output.parts.filter((part) => part.type === "text" && !part.synthetic)
      if (parts.length === 0) return
      const said = []
      if (!greeted.has(input.sessionID)) {
        greeted.add(input.sessionID)
        said.push(await ask(directory, { hook_event_name: "session.created" }))
      }
      said.push(await ask(directory, { hook_event_name: "chat.message", prompt: parts.map((part) => part.text).join("\n") }))
      const text = said.filter(Boolean).join("\n\n")
      if (text) output.parts.push({ ...parts[0], id: parts[0].id + "g", text, synthetic: true })
    },
    "tool.execute.after": async (input, output) => {
      const text = await ask(directory, { hook_event_name: "tool.execute.after", tool: input.tool, args: input.args })
      if (text && typeof output.output === "string") output.output += "\n\n" + text
    },
  }
}
