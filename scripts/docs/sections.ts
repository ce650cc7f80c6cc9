/** The generated sections of a page, by the names that its markers bear. */
export type Sections = Readonly<Record<string, string>>;

/** `<!-- name:begin -->`, with a remark if need be, what is generated, and `<!-- name:end -->`. */
const SECTION = /(<!-- ([a-z-]+):begin[^>]*-->\n)[\s\S]*?(<!-- \2:end -->)/g;

/**
 * A page with what is generated between its markers. What lies between others is left as it is.
 * @throws Error for a section that the page has no place for, or several
 */
export function withSections(page: string, sections: Sections): string {
	const missing = new Set(Object.keys(sections));
	const filled = page.replace(SECTION, (whole, begin: string, name: string, end: string) => {
		const text = sections[name];
		if (text === undefined) return whole;
		if (!missing.delete(name)) throw new Error(`Two places for ${name}`);
		return `${begin}\n${text.trim()}\n\n${end}`;
	});
	if (missing.size > 0) throw new Error(`No place for ${[...missing].join(', ')}`);
	return filled;
}
