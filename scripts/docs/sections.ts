/** The generated sections of a page, by the names that its markers bear; some keep what people have written there. */
export type Sections = Readonly<Record<string, string | ((written: string) => string)>>;

/** `<!-- name:begin -->`, with a remark if need be, what is generated, and `<!-- name:end -->`. */
const SECTION = /(<!-- ([a-z-]+):begin[^>]*-->\n)([\s\S]*?)(<!-- \2:end -->)/g;

/**
 * A page with what is generated between its markers. What lies between others is left as it is.
 * @throws Error for a section that the page has no place for, or several
 */
export function withSections(page: string, sections: Sections): string {
	const missing = new Set(Object.keys(sections));
	const fill = (whole: string, begin: string, name: string, written: string, end: string) => {
		const section = sections[name];
		if (section === undefined) return whole;
		if (!missing.delete(name)) throw new Error(`Two places for ${name}`);
		const text = typeof section === 'string' ? section : section(written);
		return `${begin}\n${text.trim()}\n\n${end}`;
	};
	const filled = page.replace(SECTION, fill);
	if (missing.size > 0) throw new Error(`No place for ${[...missing].join(', ')}`);
	return filled;
}
