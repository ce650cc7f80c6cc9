/** A description as Jira shows it, whose marks of a block that is text as it is are not part of it. */
export function jiraText(description: string): string {
	return description.replace(/^\{noformat\}\n?|\n?\{noformat\}$/gm, '');
}
