import { keysOf } from '../../json/jsonValues';

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const XML_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** `_rels/.rels` says where the workbook is. */
export const ROOT_RELATIONSHIPS_XML = toRelationships([['officeDocument', 'xl/workbook.xml']]);

/** Gives the files that list the sheets, by their paths. @param names of the sheets, which XML takes as they are */
export function toWorkbookParts(
	names: readonly string[],
): ReadonlyArray<readonly [path: string, xml: string]> {
	const files = names.map((_, at) => `worksheets/sheet${at + 1}.xml`);
	const targets = files.map((file) => ['worksheet', file] as const);
	return [
		['xl/workbook.xml', toWorkbook(names)],
		['xl/_rels/workbook.xml.rels', toRelationships([...targets, ['styles', 'styles.xml']])],
		['[Content_Types].xml', toContentTypes(files)],
	];
}

function toWorkbook(names: readonly string[]): string {
	const entries = names.map((name, at) => {
		return `<sheet name="${name}" sheetId="${at + 1}" r:id="${idOf(at)}"/>`;
	});
	return `${XML_HEAD}<workbook xmlns="${XML_NAMESPACE}" xmlns:r="${RELATIONSHIPS}">\
<bookViews><workbookView activeTab="0"/></bookViews><sheets>${entries.join('')}</sheets></workbook>`;
}

function toRelationships(targets: ReadonlyArray<readonly [type: string, target: string]>): string {
	const entries = targets.map(([type, target], at) => {
		return `<Relationship Id="${idOf(at)}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
	});
	return `${XML_HEAD}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${entries.join('')}</Relationships>`;
}

function idOf(index: number): string {
	return `rId${index + 1}`;
}

function toContentTypes(sheetFiles: readonly string[]): string {
	const parts = [
		['workbook.xml', 'sheet.main'],
		...sheetFiles.map((file) => [file, 'worksheet']),
		['styles.xml', 'styles'],
	];
	const entries = parts.map(([file, type]) => {
		return `<Override PartName="/xl/${file}" ContentType="${CONTENT_TYPE}.${type}+xml"/>`;
	});
	return `${XML_HEAD}<Types xmlns="${PACKAGE_NAMESPACE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>${entries.join('')}</Types>`;
}

/** In the text format, digits stay as they are, also where somebody edits them. */
const TEXT_FORMAT = 49;
/** Formats of one's own have numbers from this one on. */
const TIME_FORMAT = 164;

const WRAPPED = '<alignment vertical="top" wrapText="1"/>';

/** Spreadsheets take the first style for every cell that has none of its own. */
const STYLES = {
	normal: toStyleXml(0),
	text: toStyleXml(TEXT_FORMAT),
	time: toStyleXml(TIME_FORMAT),
	header: toStyleXml(TEXT_FORMAT, { font: 1, fill: 2 }),
	label: toStyleXml(TEXT_FORMAT, { font: 1, alignment: WRAPPED }),
	words: toStyleXml(TEXT_FORMAT, { alignment: WRAPPED }),
};
export type StyleName = keyof typeof STYLES;
const STYLE_NAMES = keysOf(STYLES);

export function styleIndexOf(style: StyleName): number {
	return STYLE_NAMES.indexOf(style);
}

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

/** `xl/styles.xml` says how cells look. The first two fills are the same in every workbook. */
export const STYLES_XML = `${XML_HEAD}<styleSheet xmlns="${XML_NAMESPACE}">\
<numFmts count="1"><numFmt numFmtId="${TIME_FORMAT}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>\
<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>\
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
<fill><patternFill patternType="solid"><fgColor rgb="FFE7E9ED"/><bgColor indexed="64"/></patternFill></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${STYLE_NAMES.length}">${Object.values(STYLES).join('')}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function toStyleXml(format: number, { font = 0, fill = 0, alignment = '' } = {}): string {
	const attributes = `numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0"`;
	return `<xf ${attributes} applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">${alignment}</xf>`;
}
